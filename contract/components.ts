import * as z from 'zod/mini'
import { COMPONENT_ZIP_BYTES, SUFFIXES_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { Parameter } from './custom-parameters.ts'
import { ComponentRight } from './preview.ts'

/** Name of the manifest file in a package. */
export const MANIFEST = 'component.json'
const Translated = z.object({ zh: z.string().check(z.maxLength(300)), en: z.string().check(z.maxLength(300)) })
const Suffix = z.string().check(z.regex(/^[a-z0-9_+-]{1,20}$/))
export const Suffixes = z.array(Suffix).check(z.minLength(1), z.maxLength(SUFFIXES_MAX))
/** Name of a package: part of URLs, and the same for every version of the package. */
const Bundle = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,49}$/))
const Sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** The manifest `component.json` of a package; docs/components.md explains it to authors. */
export const Manifest = z.object({
  /** Version of the message protocol. */
  protocol: z.literal(1),
  bundle: Bundle,
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  name: Translated,
  description: z._default(Translated, { zh: '', en: '' }),
  author: z._default(z.string().check(z.maxLength(100)), ''),
  category: z._default(z.string().check(z.maxLength(40)), ''),
  /** The page that the frame opens. */
  entry: z.string().check(z.regex(/^[\w./-]+\.html$/)),
  /** Path of the logo in the package; lists show it. */
  logo: z._default(z.string().check(z.regex(/^([\w./-]+\.(png|svg|jpg|webp))?$/)), ''),
  suffixes: Suffixes,
  rights: z.array(ComponentRight),
  parameters: z._default(z.array(Parameter).check(z.maxLength(50)), []),
})
export type Manifest = z.infer<typeof Manifest>

const numbersOf = (version: string) => version.split('.').map(Number)
/** Whether version `one` is newer than version `other`. */
export function isNewer(one: string, other: string): boolean {
  const [mine, theirs] = [numbersOf(one), numbersOf(other)]
  const at = mine.findIndex((number, i) => number !== theirs[i])
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0)
}

const shown = {
  /** Id of the component in the market and in the URLs of its files. */
  id: z.string(),
  bundle: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  authorName: z.string(),
  category: z.string(),
  /** Address of the logo; '' without one. */
  logo: z.string(),
  /** Bytes of the package. */
  size: Count,
  sha256: z.string(),
  suffixes: z.array(z.string()),
  rights: z.array(ComponentRight),
  parameters: z.array(Parameter),
}
/** An installed preview component. `webPath` is the page that its frame opens. */
export const Component = z.object({ ...shown, webPath: z.string(), isOn: z.boolean(), installTime: Timestamp })
export type Component = z.infer<typeof Component>
/** A component of the market; `installed` is the installed version, '' when it is not installed. */
export const MarketItem = z.object({
  ...shown,
  /** The same id under the name of the specification: what `install` takes as `componentId`. */
  downloadId: z.string(),
  installed: z.string(),
})
export type MarketItem = z.infer<typeof MarketItem>

const Parameters = z.array(Parameter).check(z.maxLength(50))
const ComponentId = z.string().check(z.regex(/^[\w.-]{1,100}$/))
const q = z.optional(z.string().check(z.trim(), z.maxLength(100)))
/** Bytes reserved for the form fields beside the package in an upload body. */
const FORM_BYTES = 262_144
const PARAMETERS_BYTES = 100_000
const admin = { gate: 'admin', guard: 'session' } as const
const packageErrors = ['componentTaken', 'componentDamaged', 'componentRefused', 'componentTooLarge'] as const

export const components = {
  list: operation({
    ...admin,
    method: 'GET',
    path: '/common/component.list',
    paging: 'keyset',
    input: z.object({ ...keyset, q }),
    data: pageOf(Component),
    errors: [],
  }),
  market: operation({
    gate: 'signedIn',
    guard: 'session',
    method: 'GET',
    path: '/common/component.market',
    paging: 'keyset',
    input: z.object({ ...keyset, q, category: z.optional(z.string()), suffix: z.optional(z.string()) }),
    data: z.extend(pageOf(MarketItem), {
      /** The remote market can't be reached, so its components may be missing from the list. */
      isPartial: z.boolean(),
    }),
    errors: [],
  }),
  categories: operation({
    gate: 'signedIn',
    guard: 'session',
    method: 'GET',
    path: '/common/component.source',
    input: z.object({}),
    data: z.array(z.object({ category: z.string(), count: Count })),
    errors: [],
  }),
  /** Source: spec section 7. Of the component's fields only those that identify the confirmed package are read. */
  install: operation({
    ...admin,
    method: 'POST',
    path: '/common/component.install',
    input: z.looseObject({
      componentId: ComponentId,
      parameters: Parameters,
      rights: z.array(ComponentRight),
      sha256: Sha256,
    }),
    data: Component,
    errors: [...packageErrors, 'componentGone', 'componentParameters', 'marketUnreachable'],
  }),
  installFile: operation({
    ...admin,
    method: 'POST',
    path: '/common/component.upload',
    body: 'multipart',
    bodyBytes: COMPONENT_ZIP_BYTES + FORM_BYTES,
    input: z.object({
      isDryRun: z._default(z.enum(['true', 'false']), 'true'),
      sha256: z.optional(Sha256),
      parameters: z.optional(z.string().check(z.maxLength(PARAMETERS_BYTES))),
    }),
    data: MarketItem,
    errors: [...packageErrors, 'componentParameters'],
  }),
  /** Source: spec section 7. */
  edit: operation({
    ...admin,
    method: 'PUT',
    path: '/common/component.edit',
    input: z.object({ id: ComponentId, parameters: Parameters }),
    data: Component,
    errors: ['componentGone', 'componentParameters'],
  }),
  turn: operation({
    act: 'set',
    ...admin,
    method: 'POST',
    path: '/common/component.turn',
    input: z.object({ id: ComponentId, isOn: z.boolean() }),
    data: Component,
    errors: ['componentGone'],
  }),
  remove: operation({
    act: 'remove',
    ...admin,
    method: 'DELETE',
    path: '/common/component/:id',
    input: z.object({ id: ComponentId }),
    data: Nothing,
    errors: ['componentGone'],
  }),
}
