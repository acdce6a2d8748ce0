// Every browser test, in one process with one server and one browser.

import './texts.mjs';
import './games.mjs';
import './page.mjs';
import './work.mjs';
import './own.mjs';
import './access.mjs';
