// Saves a file with the browser.

/** In milliseconds: long enough for the browser to read the file. */
const REVOKE_AFTER = 60_000;

export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}
