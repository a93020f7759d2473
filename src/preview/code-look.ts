import { EditorView } from '@codemirror/view'

/** Texts look like the rest of the product. */
export const codeLook = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  // Seen through, so that what is chosen on the line shows.
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { background: 'var(--tint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--primary) 30%, transparent)',
  },
  '&.cm-focused': { outline: 'none' },
})
