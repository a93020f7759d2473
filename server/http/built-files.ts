import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_S = 31_536_000

const known = new Map<string, ReadonlySet<string>>()
/** The names of a build's files, which do not change while a process runs. */
function namesIn(root: string): ReadonlySet<string> {
  const read = () => {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return new Set(files.map(({ parentPath, name }) => relative(root, join(parentPath, name))))
  }
  const names = known.get(root) ?? read()
  known.set(root, names)
  return names
}

/**
 * Serves the files of a build below `prefix`, with their precompressed variants; a folder answers its `index`. Unknown
 * names are not found. The names are read once a process: checking the spelling on the disk listed two folders per request.
 */
export async function builtFiles(
  app: FastifyInstance,
  { from, prefix, index = '' }: { from: URL; prefix: string; index?: string },
): Promise<void> {
  const root = fileURLToPath(from)
  const names = namesIn(root)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      // Names under /assets carry a hash of their content.
      if (path.includes('/assets/')) reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`)
    },
  })
  app.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
    const name = request.params['*'] || index
    return names.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}
