import * as z from 'zod/mini'
import { Id } from '#contract/core/shapes.ts'
import type { ComponentRight, Sibling } from '#contract/preview.ts'

/**
 * The messages between a frame and its page, version 1; docs/components.md documents them for component authors. A
 * frame sends `ready` to its parent window once and gets a port, over which all other messages go.
 */
export const PROTOCOL = 1
const SUFFIXES_MAX = 50
const SUFFIX_MAX = 20
const MESSAGE_MAX = 500

export const Ready = z.strictObject({ ds: z.literal(PROTOCOL), type: z.literal('ready') })

/** All messages that a frame may send. `siblings` and `open` require the right to see the sibling files. */
export const FromFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('state'),
    state: z.enum(['loading', 'finish', 'error']),
    message: z.optional(z.string().check(z.maxLength(MESSAGE_MAX))),
  }),
  /** The addresses have expired or will soon. */
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
  /** Number of the version that the addresses belong to. */
  version: number
  /** The address of the file, then of its companions; empty for a component with the right to the text only. */
  addresses: string[]
  /** The text, for a component with the right to the text only; `isWhole` is false if the file is longer. */
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
