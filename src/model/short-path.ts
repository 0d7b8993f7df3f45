// Paths without what is of one machine only: the home directory, and what comes before a folder that every Python has.
//
//   /home/ada/venv/lib/python3.13/site-packages/numpy/core.py   site-packages/numpy/core.py
//   /opt/python/lib/python3.13/json/decoder.py                  lib/python3.13/json/decoder.py
//   /home/ada/work/app.py                                       ~/work/app.py
//   /nfs/home/ada/work/app.py                                   ~/work/app.py
//
// What kind of code lies in a path, and in which distribution, can be told from the short one too.

const PYTHON = 'py::';
/** What is left of a path, from the first of the folders on. */
const FOLDERS = [
  /(?:^|\/)((?:site|dist)-packages\/[^]*)$/,
  /(?:^|\/)(lib(?:64)?\/python3(?:\.\d+)?t?\/[^]*)$/,
  /(?:^|\/)(python3\d*\.zip\/[^]*)$/,
];
/** The last wherever it is mounted; what is short already has none. */
const HOMES = [
  /^(?:[A-Za-z]:)?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\]|$)/,
  /^\/root(?=[/\\]|$)/,
  /^(?!~).*?[/\\](?:home|Users)[/\\][^/\\]+(?=[/\\])/s,
];

export function shortPath(path: string): string {
  for (const folder of FOLDERS) {
    const short = folder.exec(path)?.[1];
    if (short !== undefined) return short;
  }
  const home = HOMES.find((each) => each.test(path));
  return home ? path.replace(home, '~') : path;
}

/** The name of a function as recorded, with the path in it short: Python's have one. */
export function shortName(name: string): string {
  const colon = name.startsWith(PYTHON) ? name.indexOf(':', PYTHON.length) : -1;
  return colon < 0 ? name : name.slice(0, colon + 1) + shortPath(name.slice(colon + 1));
}
