import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { JournalAction, journalKey } from './journal.ts'

const Words = z.record(z.string(), z.string())
const Texts = z.object({ journal: z.optional(z.object({ actions: z.optional(Words), sentences: z.optional(Words) })) })

test.each(['actions', 'sentences'] as const)(
  'the %s of the journal have words where their capability speaks',
  (kind) => {
    const said = globSync('locales/zh/*.json').flatMap((path) => {
      const { journal } = Texts.parse(JSON.parse(readFileSync(path, 'utf8')))
      const capability = path.replace(/^.*\/|\.json$/g, '')
      return Object.keys(journal?.[kind] ?? {}).map((action) => `${capability}.journal.${kind}.${action}`)
    })
    expect(said.toSorted()).toEqual(JournalAction.options.map((action) => journalKey(kind, action)).toSorted())
  },
)
