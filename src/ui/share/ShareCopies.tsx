// What everybody can open without Pyrograph: one HTML page, a picture, and text.

import { useState } from 'react';
import type { Recording } from '../../model/session.ts';
import { IS_ONE_FILE } from '../../state/opening/embedded-recording.ts';
import { attempt, createExport, fileName } from '../../state/links/save.ts';
import { store, isComparing } from '../../state/store.ts';
import { formatBytes } from '../../text/format.ts';
import { overviewMarkdown } from '../../text/markdown.ts';
import { COPIED, copyText } from '../primitives/Buttons.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import { downloadFile, captureViewImage } from './use-exports.ts';

export function ShareCopies() {
  const recording = useRecording();
  const [message, showMessage] = useState('');
  const isComparison = useAppState(isComparing);
  const hasGraph = useAppState(({ viewName }) => viewName !== 'table' && viewName !== 'tree');
  const hasText = useAppState(({ comparison, overview }) => (comparison ?? overview) !== undefined);
  const [hasSources, setHasSources] = useState(false);
  const page = async () => {
    showMessage('Writing the page…');
    const exported = await attempt(() => createExport(recording, 'html', hasSources));
    if (exported) downloadFile(fileName(recording.name, '.html'), exported.content);
    showMessage(exported ? `Saved, ${formatBytes(exported.content.size)}` : 'The page could not be written');
  };
  const markdown = async () => {
    const text = isComparison
      ? await attempt(async () => (await createExport(recording, 'markdown')).content.text())
      : overviewText(recording);
    showMessage(text === undefined ? 'There is no text yet' : await copyText(text));
  };
  return (
    <section aria-labelledby="share-copies">
      <h3 id="share-copies">For everybody</h3>
      <p>
        One page opens in any browser, also without a network, in this view.{' '}
        {hasGraph ? 'A picture and text fit' : 'Text fits'} into a message.
      </p>
      <p className="row wrap share-copies">
        {!IS_ONE_FILE && (
          <button type="button" onClick={() => void page()}>
            Save one HTML page
          </button>
        )}
        {!IS_ONE_FILE && recording.hasLines && (
          <label>
            <input type="checkbox" checked={hasSources} onChange={() => setHasSources(!hasSources)} />
            with the source code that you opened
          </label>
        )}
        {hasGraph && (
          <button type="button" onClick={() => void copyPicture().then(showMessage)}>
            Copy as picture
          </button>
        )}
        {hasText && (
          <button type="button" onClick={() => void markdown()}>
            Copy as Markdown
          </button>
        )}
        <output className="small muted">{message}</output>
      </p>
    </section>
  );
}

async function copyPicture(): Promise<string> {
  try {
    const image = await captureViewImage();
    if (!image) return 'The view has no graph, or the image is too large';
    await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
    return COPIED;
  } catch {
    return 'The browser blocked access to the clipboard: save an image with “Export”';
  }
}

function overviewText(recording: Recording): string | undefined {
  const { overview } = store.getState();
  return overview && overviewMarkdown(recording, overview);
}
