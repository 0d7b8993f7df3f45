// The entries of the export menu. They save the selected samples for other programs or the comparison as text, the view as an image, or the recording as a
// page, or remember the recording in the browser.

import { useState, useEffect } from 'react';
import {
  COMPARISON_EXPORTS,
  EXPORTS,
  PROFILE_EXPORTS,
  VIEW_EXPORTS,
  type ComparisonExport,
  type Export,
  type ExportedFile,
} from '../../model/exports.ts';
import { formatBytes, reasonOf } from '../../text/format.ts';
import type { Recording } from '../../model/session.ts';
import { IS_ONE_FILE } from '../../state/opening/embedded-recording.ts';
import { createExport, fileName, attempt } from '../../state/links/save.ts';
import { isComparing, store } from '../../state/store.ts';
import type { MenuGroup } from '../primitives/MenuList.tsx';
import { useMessage } from '../primitives/Buttons.tsx';
import { useAppState, useRecording } from '../primitives/use-app-state.ts';
import {
  copyOfOpenFiles,
  placeOfOpenFiles,
  sizeOfOpenFiles,
  type RecentPlace,
} from '../../state/opening/recent.ts';
import { VIEW_ID } from '../primitives/focus.ts';

/** An HTML export embeds the recording in the site's page, which a one-file page cannot fetch. */
const VISUAL_EXPORTS = VIEW_EXPORTS.filter((to) => to !== 'html' || !IS_ONE_FILE);

export function useExports() {
  const recording = useRecording();
  const [isBusy, setBusy] = useState(false);
  const [message, showMessage] = useMessage();
  const isNotComparable = useAppState('notComparable') !== undefined;
  useRemembering(recording, showMessage);
  const entry = (label: string, extension: string, make: () => Promise<ExportedFile | undefined>) => ({
    label: `${label} (${extension})`,
    run: async () => {
      setBusy(true);
      const exported = await attempt(make);
      if (exported) {
        const name = fileName(recording.name, extension);
        downloadFile(name, exported.content);
        showMessage([`Saved ${name}, ${formatBytes(exported.content.size)}`, ...exported.notes].join('. '));
      }
      setBusy(false);
    },
  });
  const exportEntry = (to: Export | ComparisonExport) =>
    entry(EXPORTS[to].label, EXPORTS[to].extension, () =>
      to === 'svg' ? svg(recording) : createExport(recording, to),
    );
  const groups = (): MenuGroup[] => {
    // Without a result, only a page with the recordings can be saved.
    if (isNotComparable) return [['html' as const].map(exportEntry)];
    const isComparison = isComparing(store.getState());
    const ofBrowser = IS_ONE_FILE || isComparison ? [] : rememberEntries(recording, showMessage);
    return [
      [...VISUAL_EXPORTS.map(exportEntry), entry('Image', '.png', png)],
      (isComparison ? COMPARISON_EXPORTS : PROFILE_EXPORTS).map(exportEntry),
      ...(ofBrowser.length > 0 ? [ofBrowser] : []),
    ];
  };
  return {
    groups,
    isPossible: !isNotComparable || !IS_ONE_FILE,
    /** True while an export is running. */
    isBusy,
    /** Says what was saved, for a toast; empty without one. */
    message,
  };
}

async function png(): Promise<ExportedFile> {
  const content = await captureViewImage().catch(() => undefined);
  if (!content) throw new Error('the view has no graph, or the image is too large');
  return { content, notes: [] };
}

async function svg(recording: Recording): Promise<ExportedFile | undefined> {
  const { writeViewSvg } = await import('./view-svg.ts');
  const content = await writeViewSvg(recording);
  return content && { content, notes: [] };
}

/** If the user turned on remembering, remembers the recording without being asked. */
function useRemembering(recording: Recording, showMessage: (text: string) => void): void {
  const remembersOpened = useAppState('remembersOpened');
  useEffect(() => {
    const place = remembersOpened ? placeOfOpenFiles() : undefined;
    if (place)
      void remember(recording, place).catch(() =>
        showMessage('The browser could not remember this recording'),
      );
  }, [recording, remembersOpened, showMessage]);
}

/** Remembers the open recording in the browser, by menu entry or without being asked. */
function rememberEntries(recording: Recording, showMessage: (text: string) => void): MenuGroup {
  if (!('indexedDB' in globalThis)) return [];
  const run = (place: RecentPlace) => () =>
    void remember(recording, place).then(
      () => showMessage('Added to the start screen'),
      (error: unknown) => showMessage(`The browser could not remember this recording (${reasonOf(error)})`),
    );
  const place = placeOfOpenFiles();
  const copy = copyOfOpenFiles();
  return [
    place && { label: 'Remember on the start screen', run: run(place) },
    copy && { label: `Keep a copy in this browser (${formatBytes(sizeOfOpenFiles())})`, run: run(copy) },
  ].filter((entry) => entry !== undefined);
}

async function remember({ name }: Recording, place: RecentPlace): Promise<void> {
  const recent = await import('../../state/opening/recent.ts');
  await recent.remember(name, place);
}

/** In milliseconds: long enough for the browser to read the file. */
const REVOKE_AFTER = 60_000;

/** Saves a file with the browser. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER);
}

/** Returns a PNG; undefined if the view has no graph or the browser cannot create so large an image. */
export async function captureViewImage(): Promise<Blob | undefined> {
  const view = document.getElementById(VIEW_ID);
  const graphs = [...(view?.querySelectorAll('canvas') ?? [])].filter(
    ({ width, height }) => width * height > 0,
  );
  if (!view || graphs.length === 0) return undefined;
  const bounds = graphs.map((graph) => graph.getBoundingClientRect());
  const left = Math.min(...bounds.map((box) => box.left));
  const top = Math.min(...bounds.map((box) => box.top));
  const right = Math.max(...bounds.map((box) => box.right));
  const bottom = Math.max(...bounds.map((box) => box.bottom));
  const ratio = graphs[0].width / (bounds[0].width || 1);
  const scaled = (length: number) => Math.round(length * ratio);
  const image = new OffscreenCanvas(scaled(right - left), scaled(bottom - top));
  const context = image.getContext('2d');
  if (!context) return undefined;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, image.width, image.height);
  for (const [i, graph] of graphs.entries())
    context.drawImage(graph, scaled(bounds[i].left - left), scaled(bounds[i].top - top));
  return image.convertToBlob({ type: 'image/png' });
}
