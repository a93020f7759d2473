import { Id } from '#contract/core/shapes.ts'
import { ResourceType } from '#contract/publications/metadata.ts'
import { element, type XmlElement } from '#server/write-xml.ts'
import type { Described } from '../described.ts'
import { dataciteElement } from '../formats/datacite-xml.ts'
import { dublinCoreElement } from '../formats/dublin-core.ts'

const OAI_DATACITE = 'http://schema.datacite.org/oai/oai-1.1/'

const dataciteWrapped = (dataset: Described): XmlElement =>
  element(
    'oai_datacite',
    {
      xmlns: OAI_DATACITE,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${OAI_DATACITE} https://schema.datacite.org/oai/oai-1.1/oai.xsd`,
    },
    element('schemaVersion', {}, '4.7'),
    element('datacentreSymbol', {}, new URL(dataset.addresses.origin).hostname),
    element('payload', {}, dataciteElement(dataset)),
  )

/** Formats of metadata by their prefixes. */
export const PREFIXES: Record<
  string,
  { schema: string; namespace: string; write: (dataset: Described) => XmlElement }
> = {
  oai_dc: {
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    namespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: dublinCoreElement,
  },
  oai_datacite: {
    schema: 'https://schema.datacite.org/oai/oai-1.1/oai.xsd',
    namespace: OAI_DATACITE,
    write: dataciteWrapped,
  },
}

const SPACE_SET = 'space-'
const setOfType = (type: ResourceType) => `type-${type}`
export const setOfSpace = (id: string): string => SPACE_SET + id
/** A set for each type of what is published; there is one for each publishing space as well. */
export const TYPE_SETS = ResourceType.options.map((type) => ({ type, spec: setOfType(type) }))

/** The selection of a set; null if no set can have this name. */
export function setNamed(spec: string): { type: ResourceType | null; spaceId: string | null } | null {
  const type = TYPE_SETS.find((one) => one.spec === spec)?.type
  if (type) return { type, spaceId: null }
  const id = Id.safeParse(spec.startsWith(SPACE_SET) ? spec.slice(SPACE_SET.length) : '')
  return id.success ? { type: null, spaceId: id.data } : null
}

/** `YYYY-MM-DDThh:mm:ssZ`. */
export const stampOf = (timestamp: string): string => `${timestamp.slice(0, 19)}Z`

const PREFIX = 'oai:'
/** The identifier of a record: the scheme, the name of the site, and the id of the version. */
export const oaiIdOf = (hostname: string, id: string): string => `${PREFIX}${hostname}:${id}`
export const idIn = (hostname: string, text: string): string | null =>
  text.startsWith(`${PREFIX}${hostname}:`) ? text.slice(`${PREFIX}${hostname}:`.length) : null

/** `openSpaceId` is the space of the version where everybody may see it. */
export function headerOf({ version, addresses }: Described, openSpaceId: string | null): XmlElement {
  const { id, state, changedAt, metadata } = version
  return element(
    'header',
    { status: state === 'withdrawn' ? 'deleted' : undefined },
    element('identifier', {}, oaiIdOf(new URL(addresses.origin).hostname, id)),
    element('datestamp', {}, stampOf(changedAt)),
    element('setSpec', {}, setOfType(metadata.resourceType)),
    openSpaceId !== null && element('setSpec', {}, setOfSpace(openSpaceId)),
  )
}

/** A record; of a withdrawn version the header alone. */
export const recordOf = (dataset: Described, openSpaceId: string | null, prefix: string): XmlElement =>
  element(
    'record',
    {},
    headerOf(dataset, openSpaceId),
    dataset.version.state === 'published' && element('metadata', {}, PREFIXES[prefix]?.write(dataset)),
  )
