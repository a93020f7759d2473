import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CELL_CHARACTERS_MAX, TableFileError } from '../source.ts'
import type { Package } from './package.ts'

/** Strings of a block, which is read and written as a whole. */
const BLOCK = 1024
/** Characters that stay in memory; blocks beyond are in a file, of which this many are kept at hand. */
const HELD_CHARACTERS = 16 * 1_048_576
const BLOCKS_AT_HAND = 64

type Place = { at: number; length: number }

/**
 * The shared strings of a workbook: cells name them by number, mostly in the order in which they stand. The first ones
 * are held, the others are written to a file of their own, so that a workbook of many texts takes no more memory.
 */
export class SharedStrings {
  readonly #blocks: (string[] | Place)[] = []
  readonly #atHand = new Map<number, string[]>()
  #last: string[] = []
  #held = 0
  #file: number | null = null
  #end = 0

  push(text: string): void {
    this.#last.push(text)
    this.#held += text.length
    if (this.#last.length === BLOCK) this.#keep()
  }

  /** The string of this number; null when there is none. */
  get(index: number): string | null {
    const number = Math.floor(index / BLOCK)
    const block = number === this.#blocks.length ? this.#last : this.#block(number)
    return block?.[index % BLOCK] ?? null
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
  }

  #keep(): void {
    if (this.#held <= HELD_CHARACTERS) this.#blocks.push(this.#last)
    else this.#blocks.push(this.#write(JSON.stringify(this.#last)))
    this.#last = []
  }

  #write(text: string): Place {
    if (this.#file === null) {
      const path = join(tmpdir(), `shared-strings-${crypto.randomUUID()}`)
      this.#file = openSync(path, 'wx+', 0o600)
      // The file is already unlinked and disappears when it is closed.
      rmSync(path)
    }
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#end + done)
    const place = { at: this.#end, length: bytes.length }
    this.#end += bytes.length
    return place
  }

  #block(number: number): string[] | undefined {
    const block = this.#blocks[number]
    if (!block || Array.isArray(block)) return block
    const known = this.#atHand.get(number)
    if (known) return known
    const bytes = Buffer.alloc(block.length)
    for (let done = 0; done < bytes.length; )
      done += readSync(this.#file as number, bytes, done, bytes.length - done, block.at + done)
    const texts = JSON.parse(bytes.toString()) as string[]
    const [oldest] = this.#atHand.keys()
    if (this.#atHand.size >= BLOCKS_AT_HAND && oldest !== undefined) this.#atHand.delete(oldest)
    this.#atHand.set(number, texts)
    return texts
  }
}

/** `_x000D_` means the character of this number. */
const CODED = /_x([0-9a-f]{4})_/gi
export const decoded = (text: string): string =>
  text.includes('_x') ? text.replace(CODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text

/** A string as programs write nearly all of them: without entities, in one piece and one format. */
const ITEM = /<si><t(?: xml:space="preserve")?>([^<&]*)<\/t><\/si>/y

/** Reads the shared strings of a workbook; phonetic readings are no part of a text. */
export async function readStrings(parts: Package, name: string): Promise<SharedStrings> {
  const strings = new SharedStrings()
  let [text, isText, phonetic] = ['', false, 0]
  const demandShort = (one: string) => {
    if (one.length > CELL_CHARACTERS_MAX) throw new TableFileError('cellTooLong')
    return one
  }
  await parts.scan(name, {
    open: (tag) => {
      if (tag === 'si') text = ''
      else if (tag === 'rPh') phonetic += 1
      else if (tag === 't') isText = phonetic === 0
    },
    text: (piece) => {
      if (isText) text = demandShort(text + piece)
    },
    close: (tag) => {
      if (tag === 't') isText = false
      else if (tag === 'rPh') phonetic -= 1
      else if (tag === 'si') strings.push(decoded(text))
    },
    whole: { pattern: ITEM, hear: ([, one = '']) => strings.push(decoded(demandShort(one))) },
  })
  return strings
}
