// The server's doors. An error has the server's fields: message, line, column, expected, found, help.

export class Refused extends Error {
  constructor(fault) {
    super(fault.message);
    this.fault = fault;
  }
}

// Rules of one's own: the text of the game `@rules`. They go along with every question about it.
export const own = {
  rules: '',
  isIn: (question) => /(^|\s)@rules(\s|$)/.test(question ?? ''),
};

const offline = { kind: 'offline', message: '' };

async function send(door, form, signal) {
  const body = own.isIn(form.question) ? { ...form, rules: own.rules } : form;
  try {
    return await fetch(`api/v1/${door}`, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refused(offline);
  }
}

export async function games() {
  try {
    return (await (await fetch('api/v1/games')).json()).games;
  } catch {
    throw new Refused(offline);
  }
}

export async function post(door, body, signal) {
  const response = await send(door, body, signal);
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.error);
  return answer;
}

export async function file(door, body) {
  const response = await send(door, body);
  if (!response.ok) throw new Refused((await response.json()).error);
  return response.blob();
}

// An answer in lines: `progress` hears of each line but the last.
export async function stream(door, body, progress, signal) {
  const response = await send(door, { ...body, stream: true }, signal);
  if (!response.ok) throw new Refused((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (value) text += value;
    let end;
    while ((end = text.indexOf('\n')) >= 0) {
      const line = JSON.parse(text.slice(0, end));
      text = text.slice(end + 1);
      if (line.error) throw new Refused(line.error);
      if (line.result) return line.result;
      progress(line.progress);
    }
    if (done) throw new Refused(offline);
  }
}
