import { EditorView } from '@codemirror/view'

/** CodeMirror theme with the product's colours and fonts. */
export const codeLook = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', borderRight: '1px solid var(--line)' },
  // Transparent, so that a selection on the active line remains visible.
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--ink) 4%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { background: 'var(--tint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--primary) 30%, transparent)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--tint)',
    color: 'var(--ink)',
  },
  '.cm-completionIcon': { display: 'none' },
  '.cm-completionMatchedText': { color: 'var(--primary)', textDecoration: 'none' },
})
