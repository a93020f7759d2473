import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Libraries whose licence text must be distributed with the build. */
const ALONG = ['h5wasm/LICENSE.txt']
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** Copies these licences into the build as `licences/<library>.txt`. */
export function licences(): Plugin {
  let outDir = ''
  return {
    name: 'licences',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      mkdirSync(join(outDir, 'licences'), { recursive: true })
      for (const text of ALONG) cpSync(join(modules, text), join(outDir, 'licences', `${dirname(text)}.txt`))
    },
  }
}
