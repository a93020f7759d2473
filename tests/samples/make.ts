/** Writes the sample files of the tests again: `node tests/samples/make.ts`. What each is stands in SOURCES.md. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { archives } from './make/archives.ts'
import { grids } from './make/grids.ts'
import { office } from './make/office.ts'
import { pictures } from './make/pictures.ts'
import { tables } from './make/tables.ts'
import { texts } from './make/texts.ts'

const folder = new URL('files/', import.meta.url)
mkdirSync(folder, { recursive: true })
const made = [pictures, tables, office, archives, grids, texts]
for (const make of made) {
  for (const [name, bytes] of Object.entries(await make())) {
    writeFileSync(new URL(encodeURIComponent(name), folder), bytes)
    process.stdout.write(`${name} ${bytes.length}\n`)
  }
}
