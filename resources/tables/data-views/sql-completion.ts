import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { inSql } from './sql-names.ts'

/** Names of sources with those of their columns. */
export type SqlNames = Readonly<Record<string, readonly string[]>>

/** The text before the caret: a name with a dot, if any, and the beginning of another name. */
const BEFORE = /(?:("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_]*)\.)?("[^"]*|[\p{L}_][\p{L}\p{N}_]*)?$/u
const plain = (name: string) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name).toLowerCase()
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The source that a name or an alias in a text stands for. */
function sourceNamed(called: string, text: string, names: SqlNames): string | undefined {
  const wanted = plain(called)
  const sources = Object.keys(names)
  const isAlias = (source: string) =>
    new RegExp(`${escaped(inSql(source))}\\s+(?:as\\s+)?${escaped(called)}(?![\\p{L}\\p{N}_])`, 'iu').test(text)
  return sources.find((source) => source.toLowerCase() === wanted) ?? sources.find(isAlias)
}

const option = (label: string, type: string): Completion => ({ label, type, apply: inSql(label) })

/** Names of sources and columns that can stand where the caret is: behind a point those of its source alone. */
export const completingNames =
  (names: SqlNames) =>
  (context: CompletionContext): CompletionResult | null => {
    const text = context.state.sliceDoc()
    const [, called, begun = ''] = BEFORE.exec(text.slice(0, context.pos)) ?? []
    if (!called && !begun && !context.explicit) return null
    const from = context.pos - begun.length
    // A name begun in quotes is replaced by the name, quoted if necessary.
    const filter = !begun.startsWith('"')
    const source = called && sourceNamed(called, text, names)
    if (called && !source) return null
    const columns = source ? (names[source] ?? []) : Object.values(names).flat()
    const all = [
      ...[...new Set(columns)].map((name) => option(name, 'property')),
      ...(source ? [] : Object.keys(names).map((name) => option(name, 'type'))),
    ]
    const wanted = plain(`${begun}"`)
    const options = filter ? all : all.filter(({ label }) => label.toLowerCase().startsWith(wanted))
    return options.length ? { from, options, filter } : null
  }
