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

const setOf = (type: ResourceType) => `type-${type}`
/** A set for each type of what is published. */
export const SETS = ResourceType.options.map((type) => ({ type, spec: setOf(type) }))

/** `YYYY-MM-DDThh:mm:ssZ`. */
export const stampOf = (timestamp: string): string => `${timestamp.slice(0, 19)}Z`

const PREFIX = 'oai:'
/** The identifier of a record: the scheme, the name of the site, and the id of the version. */
export const oaiIdOf = (hostname: string, id: string): string => `${PREFIX}${hostname}:${id}`
export const idIn = (hostname: string, text: string): string | null =>
  text.startsWith(`${PREFIX}${hostname}:`) ? text.slice(`${PREFIX}${hostname}:`.length) : null

export function headerOf({ version, addresses }: Described): XmlElement {
  const { id, state, changedAt, metadata } = version
  return element(
    'header',
    { status: state === 'withdrawn' ? 'deleted' : undefined },
    element('identifier', {}, oaiIdOf(new URL(addresses.origin).hostname, id)),
    element('datestamp', {}, stampOf(changedAt)),
    element('setSpec', {}, setOf(metadata.resourceType)),
  )
}

/** A record; of a withdrawn version the header alone. */
export const recordOf = (dataset: Described, prefix: string): XmlElement =>
  element(
    'record',
    {},
    headerOf(dataset),
    dataset.version.state === 'published' && element('metadata', {}, PREFIXES[prefix]?.write(dataset)),
  )
