/** Writes the clients that every site offers in its API reference into `dist/clients`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pythonClient } from '../server/http/clients/python.ts'
import { typescriptClient } from '../server/http/clients/typescript.ts'
import { openApiDocument } from '../server/http/openapi.ts'

const root = new URL('../', import.meta.url)
const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string }
const document = openApiDocument('en', version)
const folder = new URL('dist/clients/', root)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('dataspace.ts', folder), typescriptClient(document))
writeFileSync(new URL('dataspace.py', folder), pythonClient(document))
