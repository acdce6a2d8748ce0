// Boards and texts as files, and on the clipboard.

import { standalone } from './board.js';
import { make } from './dom.js';
import { t } from './texts.js';

export function download(blob, name) {
  const a = make('a');
  a.href = URL.createObjectURL(blob);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
}

// Boards side by side in one SVG.
function picture(boards) {
  if (boards.length === 1) return standalone(boards[0].svg);
  let left = 0;
  let height = 0;
  const parts = boards.map(({ svg }) => {
    const { width: w, height: h } = svg.viewBox.baseVal;
    const part = standalone(svg).replace('<svg', `<svg x="${left}"`);
    left += w + 24;
    height = Math.max(height, h);
    return part;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left - 24} ${height}" width="${left - 24}" height="${height}">${parts.join('')}</svg>`;
}

export function saveSvg(boards) {
  download(new Blob([picture(boards)], { type: 'image/svg+xml' }), 'board.svg');
}

export async function savePng(boards, background) {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([picture(boards)], { type: 'image/svg+xml' }));
  image.src = url;
  await image.decode();
  const canvas = make('canvas');
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  const context = canvas.getContext('2d');
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  download(await new Promise((done) => canvas.toBlob(done, 'image/png')), 'board.png');
}

export async function copy(button, text) {
  await navigator.clipboard.writeText(text);
  const before = button.textContent;
  button.textContent = t('copied');
  setTimeout(() => { button.textContent = before; }, 1200);
}
