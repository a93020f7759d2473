import * as z from 'zod/mini'
import { Id } from '#contract/core/shapes.ts'
import type { ComponentRight, Sibling } from '#contract/preview.ts'

/**
 * What a frame and the page around it say to one another, version 1; docs/components.md tells it to those who write
 * components. A frame says `ready` to its parent window once, and gets a port: all else goes over that.
 */
export const PROTOCOL = 1
const SUFFIXES_MAX = 50
const SUFFIX_MAX = 20
const MESSAGE_MAX = 500

export const Ready = z.strictObject({ ds: z.literal(PROTOCOL), type: z.literal('ready') })

/** All that a frame may say. `siblings` and `open` need the right to see the files beside. */
export const FromFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('state'),
    state: z.enum(['loading', 'finish', 'error']),
    message: z.optional(z.string().check(z.maxLength(MESSAGE_MAX))),
  }),
  /** The addresses ran out, or soon will. */
  z.strictObject({ type: z.literal('renew') }),
  z.strictObject({
    type: z.literal('siblings'),
    suffixes: z.array(z.string().check(z.maxLength(SUFFIX_MAX))).check(z.maxLength(SUFFIXES_MAX)),
  }),
  z.strictObject({ type: z.literal('open'), hash: Id }),
])
export type FromFrame = z.infer<typeof FromFrame>

export type FileMessage = {
  type: 'file'
  name: string
  suffix: string
  size: number
  mime: string
  /** Number of the version that the addresses are of. */
  version: number
  /** The file's own first, then its companions'; empty for a component that may have the text only. */
  addresses: string[]
  /** The text, for a component that may have nothing else; `isWhole` is false when the file is longer. */
  text?: { content: string; isWhole: boolean }
  parameters: { key: string; value: unknown }[]
  rights: ComponentRight[]
  language: 'zh' | 'en'
  theme: 'light' | 'dark'
}
export type ToFrame =
  | FileMessage
  | { type: 'renewed'; addresses: string[] }
  | { type: 'theme'; theme: 'light' | 'dark' }
  | { type: 'siblings'; list: Sibling[] }
