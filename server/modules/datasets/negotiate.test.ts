import { expect, test } from 'vitest'
import { negotiate } from './negotiate.ts'

test.each([
  [undefined, undefined],
  ['', undefined],
  ['*/*', undefined],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined],
  ['text/turtle', undefined],
  ['application/ld+json', 'schema-org'],
  ['application/ld+json;profile="http://mlcommons.org/croissant/1.1"', 'croissant'],
  ['application/vnd.datacite.datacite+xml', 'datacite-xml'],
  ['application/vnd.datacite.datacite+json, text/html;q=0.5', 'datacite-json'],
  ['text/html;q=0.5, application/x-bibtex', 'bibtex'],
  ['application/x-bibtex;q=0, text/html', undefined],
  ['application/xml', 'dublin-core'],
  ['text/x-bibliography; style=apa', 'bibliography'],
])('Accept: %s is answered by %s', (accept, key) => expect(negotiate(accept)?.key).toBe(key))
