// Copies text to the clipboard.

export const COPIED = 'Copied';

/** Returns a message about the result. Browsers may deny access, and provide no clipboard to pages not served over HTTPS. */
export async function copyText(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return COPIED;
  } catch {
    return 'The browser blocked access to the clipboard';
  }
}
