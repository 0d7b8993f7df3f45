// Copies text to the clipboard.

export const COPIED = 'Copied';

/** Returns a message with the result. The browser may deny access, and has no clipboard for pages not served over HTTPS. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return COPIED;
  } catch {
    return 'The browser did not allow copying';
  }
}
