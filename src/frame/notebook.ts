import * as z from 'zod/mini'

/** Text is stored as a list of lines or as one string. */
const Text = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => (Array.isArray(value) ? value.join('') : value)),
)
const Bundle = z.record(z.string(), z.unknown())
const Output = z.object({
  output_type: z.string(),
  text: z.optional(Text),
  data: z.optional(Bundle),
  traceback: z.optional(z.array(z.string())),
})
export type Output = z.infer<typeof Output>
const Cell = z.object({
  cell_type: z.string(),
  source: z._default(Text, ''),
  execution_count: z.optional(z.nullable(z.number())),
  outputs: z._default(z.array(Output), []),
})
export type Cell = z.infer<typeof Cell>
const Notebook = z.object({
  nbformat: z.number(),
  metadata: z._default(z.object({ language_info: z.optional(z.object({ name: z.string() })) }), {}),
  cells: z.array(Cell),
})
export type Notebook = z.infer<typeof Notebook>

/** Parses a notebook of format 4; throws for anything else. Source: nbformat, The notebook file format. */
export const parseNotebook = (text: string): Notebook => Notebook.parse(JSON.parse(text))

/** Output formats in order of preference. */
const ORDER = [
  'text/html',
  'image/svg+xml',
  'text/latex',
  'image/png',
  'image/jpeg',
  'image/gif',
  'text/markdown',
  'application/json',
  'text/plain',
]
export type Shown = { type: string; content: string }

const joined = (value: unknown) =>
  Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : JSON.stringify(value, null, 1)
/** Removes ANSI colour codes. */
const plain = (text: string) => text.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g'), '')

/** The content to show for an output, and its type; null if it has none. */
export function shownOf({ output_type, text, data, traceback }: Output): Shown | null {
  if (traceback) return { type: 'error', content: plain(traceback.join('\n')) }
  if (output_type === 'stream') return { type: 'text/plain', content: plain(text ?? '') }
  const type = ORDER.find((one) => data?.[one] !== undefined)
  return type ? { type, content: type === 'text/plain' ? plain(joined(data?.[type])) : joined(data?.[type]) } : null
}
