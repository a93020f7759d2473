import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const PARTS = ['cmaps', 'standard_fonts', 'wasm']

/** Copies the files that pdf.js loads at run time (character maps, fonts, decoders) into the build. */
export function pdfjsParts(): Plugin {
  let outDir = ''
  return {
    name: 'pdfjs-parts',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    closeBundle() {
      const from = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
      for (const part of PARTS) cpSync(join(from, part), join(outDir, 'pdfjs', part), { recursive: true })
    },
  }
}
