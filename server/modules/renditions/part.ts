import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { columnsWay, textWay } from './search.ts'

const noThumb = sql`d.kind <> 'text' and d.state = 'done' and d.blob_sha256 is null`
const noText = sql`d.kind = 'text' and d.state = 'done' and not exists (select 1 from content_text t where t.sha256 = d.sha256)`
const hash = sql`encode(d.sha256, 'hex') as what`
const dueAgain = { state: sql`state = 'due', tries = 0, due_at = now()`, done: 'made again soon' }

export const renditionsPart: SpacePart = {
  name: 'renditions',
  tables: ['rendition', 'rendition_suffix', 'content_text', 'content_key'],
  contents: [
    {
      table: 'rendition',
      column: 'blob_sha256',
      again: (content) => sql`
        update rendition set ${dueAgain.state}, blob_sha256 = null where blob_sha256 = ${content}`,
    },
  ],
  search: [columnsWay, textWay],
  doctor: [
    {
      check: 'thumb-without-picture',
      level: 'light',
      said: 'small pictures or PDFs are said to be made and are not there',
      so: 'grids show an icon instead, documents are converted again',
      wrong: () => sql`select ${hash} from rendition d where ${noThumb}`,
      mend: { run: () => sql`update rendition d set ${dueAgain.state} where ${noThumb}`, done: dueAgain.done },
    },
    {
      check: 'text-without-words',
      level: 'light',
      said: 'texts are said to be read and are not there',
      so: 'a search does not show their lines',
      wrong: () => sql`select ${hash} from rendition d where ${noText}`,
      mend: { run: () => sql`update rendition d set ${dueAgain.state} where ${noText}`, done: dueAgain.done },
    },
  ],
}
