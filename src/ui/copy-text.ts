// The clipboard.

/** Says whether it could: the clipboard may be denied, and is missing where the page is not served over HTTPS. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
