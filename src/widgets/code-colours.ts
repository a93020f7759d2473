import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'

/** Maps CodeMirror's default token colours to CSS variables, so that they follow the theme. */
const ours: Readonly<Record<string, string>> = {
  '#708': 'var(--info)',
  '#219': 'var(--warning)',
  '#164': 'var(--warning)',
  '#a11': 'var(--success)',
  '#e40': 'var(--danger)',
  '#00f': 'var(--ink)',
  '#30a': 'var(--ink)',
  '#085': 'var(--primary)',
  '#167': 'var(--primary)',
  '#256': 'var(--primary)',
  '#00c': 'var(--ink)',
  '#940': 'var(--faint)',
  '#404740': 'var(--soft)',
  '#f00': 'var(--danger)',
}

export const codeColours = syntaxHighlighting(
  HighlightStyle.define(
    defaultHighlightStyle.specs.map((spec) => {
      const color: unknown = spec.color
      return typeof color === 'string' ? { ...spec, color: ours[color] ?? color } : spec
    }),
  ),
)
