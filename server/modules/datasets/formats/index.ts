import type { Described } from '../described.ts'
import { bibtex, cslJson, ris } from './bibliography.ts'
import { apa } from './citation.ts'
import { CROISSANT_PROFILE, croissantJson, hasTables } from './croissant.ts'
import { dataciteJson } from './datacite.ts'
import { dataciteXml } from './datacite-xml.ts'
import { dcatJson } from './dcat.ts'
import { dublinCoreXml } from './dublin-core.ts'
import { schemaOrgJson } from './schema-org.ts'
import { citationFile, codeMeta, isSoftware } from './software.ts'
import { languageOf } from './words.ts'

/** A format that describes a version. */
export type Format = {
  /** Names it in addresses; `<key>` of `/dataset/<id>/<number>/export/<key>`. */
  key: string
  /** Its displayed name. */
  name: string
  /** Name of the downloaded file. */
  file: string
  type: string
  /** URI that says more than a media type that many formats share. */
  profile?: string
  /** Whether it describes this version at all. */
  fits?: (dataset: Described) => boolean
  /** Null: its text is written in pieces, see `pieces`. */
  write: ((dataset: Described) => string) | null
}

const LD_JSON = 'application/ld+json'
export const RO_CRATE = 'ro-crate'

/** All formats, in the order in which they are offered. */
export const formats: readonly Format[] = [
  {
    key: 'datacite-xml',
    name: 'DataCite XML',
    file: 'datacite.xml',
    type: 'application/vnd.datacite.datacite+xml',
    profile: 'http://datacite.org/schema/kernel-4',
    write: dataciteXml,
  },
  {
    key: 'datacite-json',
    name: 'DataCite JSON',
    file: 'datacite.json',
    type: 'application/vnd.datacite.datacite+json',
    write: dataciteJson,
  },
  {
    key: 'schema-org',
    name: 'schema.org',
    file: 'schema-org.jsonld',
    type: LD_JSON,
    profile: 'https://schema.org/',
    write: schemaOrgJson,
  },
  {
    key: 'dublin-core',
    name: 'Dublin Core',
    file: 'dublin-core.xml',
    type: 'application/xml',
    profile: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
    write: dublinCoreXml,
  },
  {
    key: 'dcat',
    name: 'DCAT',
    file: 'dcat.jsonld',
    type: LD_JSON,
    profile: 'http://www.w3.org/ns/dcat#',
    write: dcatJson,
  },
  {
    key: RO_CRATE,
    name: 'RO-Crate',
    file: 'ro-crate-metadata.json',
    type: LD_JSON,
    profile: 'https://w3id.org/ro/crate',
    write: null,
  },
  {
    key: 'croissant',
    name: 'Croissant',
    file: 'croissant.json',
    type: LD_JSON,
    profile: CROISSANT_PROFILE,
    fits: hasTables,
    write: croissantJson,
  },
  { key: 'bibtex', name: 'BibTeX', file: 'citation.bib', type: 'application/x-bibtex', write: bibtex },
  { key: 'ris', name: 'RIS', file: 'citation.ris', type: 'application/x-research-info-systems', write: ris },
  { key: 'csl', name: 'CSL', file: 'citation.json', type: 'application/vnd.citationstyles.csl+json', write: cslJson },
  {
    key: 'bibliography',
    name: 'APA (TXT)',
    file: 'citation.txt',
    type: 'text/x-bibliography',
    write: (dataset) => `${apa(dataset, languageOf(dataset.version.metadata))}\n`,
  },
  { key: 'cff', name: 'CFF', file: 'CITATION.cff', type: 'application/yaml', fits: isSoftware, write: citationFile },
  {
    key: 'codemeta',
    name: 'CodeMeta',
    file: 'codemeta.json',
    type: LD_JSON,
    profile: 'https://w3id.org/codemeta/3.0',
    fits: isSoftware,
    write: codeMeta,
  },
]

/** The formats that describe a version. */
export const formatsOf = (dataset: Described): Format[] => formats.filter(({ fits }) => fits?.(dataset) ?? true)
