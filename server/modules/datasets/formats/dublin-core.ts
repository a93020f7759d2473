import { element, writeXml, XML_HEAD, type XmlElement } from '#server/write-xml.ts'
import type { Described } from '../described.ts'
import { coarOf, dayOf, keywordsOf, languageOf, licenceUrl, saidOf, sortName, workUrl } from './words.ts'

const OAI_DC = 'http://www.openarchives.org/OAI/2.0/oai_dc/'

/** Dublin Core's fifteen elements with their values and languages, in the order of the schema. */
export function dublinCore({ version, identifier, addresses, access, files, concept }: Described) {
  const { metadata, publisher, publishedAt } = version
  const first = languageOf(metadata)
  const { uri, label } = coarOf(access)
  const formats = new Set(files.map((file) => file.mime))
  const pair = (name: string) => (text: string) => ({ name, text, language: undefined })
  return [
    ...saidOf(metadata.title, first).map((one) => ({ name: 'title', ...one })),
    ...metadata.authors.map((author) => sortName(author)).map(pair('creator')),
    ...keywordsOf(metadata).map((one) => ({ name: 'subject', ...one })),
    ...saidOf(metadata.description, first).map((one) => ({ name: 'description', ...one })),
    ...saidOf(publisher, first).map((one) => ({ name: 'publisher', ...one })),
    pair('date')(dayOf(publishedAt)),
    pair('type')(metadata.resourceType === 'software' ? 'Software' : 'Dataset'),
    ...[...formats].map(pair('format')),
    ...[...new Set([identifier.url, addresses.page])].map(pair('identifier')),
    ...(metadata.language ? [pair('language')(metadata.language)] : []),
    ...[concept.url, ...metadata.related.map(workUrl)].map(pair('relation')),
    ...metadata.places.filter(({ name }) => name).map(({ name }) => pair('coverage')(name)),
    ...[...(metadata.licence ? [licenceUrl(metadata.licence)] : []), label, uri].map(pair('rights')),
  ]
}

export const dublinCoreElement = (dataset: Described): XmlElement =>
  element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': OAI_DC,
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${OAI_DC} http://www.openarchives.org/OAI/2.0/oai_dc.xsd`,
    },
    ...dublinCore(dataset).map(({ name, text, language }) => element(`dc:${name}`, { 'xml:lang': language }, text)),
  )

export const dublinCoreXml = (dataset: Described): string => XML_HEAD + writeXml(dublinCoreElement(dataset))
