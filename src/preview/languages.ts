import { StreamLanguage } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

type Load = () => Promise<Extension>
/** Loads one of CodeMirror's legacy languages. */
const old = async (load: Promise<unknown>, name: string): Promise<Extension> => {
  const mode = ((await load) as Record<string, Parameters<typeof StreamLanguage.define>[0]>)[name]
  return mode ? StreamLanguage.define(mode) : []
}
const javascript = async (options: { jsx?: boolean; typescript?: boolean }) =>
  (await import('@codemirror/lang-javascript')).javascript(options)
const sass = async (indented: boolean) => (await import('@codemirror/lang-sass')).sass({ indented })

const json: Load = async () => (await import('@codemirror/lang-json')).json()
const xml: Load = async () => (await import('@codemirror/lang-xml')).xml()
const html: Load = async () => (await import('@codemirror/lang-html')).html()
const cpp: Load = async () => (await import('@codemirror/lang-cpp')).cpp()
const python: Load = async () => (await import('@codemirror/lang-python')).python()
const yaml: Load = async () => (await import('@codemirror/lang-yaml')).yaml()
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown()
const shell: Load = () => old(import('@codemirror/legacy-modes/mode/shell'), 'shell')
const properties: Load = () => old(import('@codemirror/legacy-modes/mode/properties'), 'properties')
const tex: Load = () => old(import('@codemirror/legacy-modes/mode/stex'), 'stex')
const r: Load = () => old(import('@codemirror/legacy-modes/mode/r'), 'r')
const fortran: Load = () => old(import('@codemirror/legacy-modes/mode/fortran'), 'fortran')

/** The language loader of each suffix; a language is loaded when such a file is opened. */
const languages: Readonly<Record<string, Load>> = {
  ts: () => javascript({ typescript: true }),
  tsx: () => javascript({ typescript: true, jsx: true }),
  js: () => javascript({ jsx: true }),
  jsx: () => javascript({ jsx: true }),
  mjs: () => javascript({}),
  json,
  jsonl: json,
  geojson: json,
  ipynb: json,
  html,
  htm: html,
  vue: async () => (await import('@codemirror/lang-vue')).vue(),
  css: async () => (await import('@codemirror/lang-css')).css(),
  less: async () => (await import('@codemirror/lang-css')).css(),
  scss: () => sass(false),
  sass: () => sass(true),
  xml,
  svg: xml,
  kml: xml,
  gpx: xml,
  md: markdown,
  markdown,
  rmd: markdown,
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  java: async () => (await import('@codemirror/lang-java')).java(),
  py: python,
  c: cpp,
  h: cpp,
  cpp,
  hpp: cpp,
  rs: async () => (await import('@codemirror/lang-rust')).rust(),
  go: async () => (await import('@codemirror/lang-go')).go(),
  yaml,
  yml: yaml,
  scala: () => old(import('@codemirror/legacy-modes/mode/clike'), 'scala'),
  r,
  jl: () => old(import('@codemirror/legacy-modes/mode/julia'), 'julia'),
  m: () => old(import('@codemirror/legacy-modes/mode/octave'), 'octave'),
  f90: fortran,
  f: fortran,
  sh: shell,
  bash: shell,
  toml: () => old(import('@codemirror/legacy-modes/mode/toml'), 'toml'),
  ini: properties,
  conf: properties,
  tex,
  bib: tex,
}

/** The language for a suffix; an empty extension for plain text. */
export const languageOf = async (suffix: string): Promise<Extension> => (await languages[suffix]?.()) ?? []
