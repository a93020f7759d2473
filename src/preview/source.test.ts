import i18next from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { datasetSource } from './source.ts'

beforeAll(() => i18next.init({ lng: 'cimode' }))

describe('files of a published dataset', () => {
  const item = (name: string) => ({
    hash: `casts/${name}`,
    name,
    suffix: name.split('.').at(-1) ?? '',
    mime: 'text/plain',
    size: 3,
    updateTime: '2026-11-30T00:00:00.000Z',
  })
  const names = ['README.md', 'cast.csv', 'helix.pdb', 'page.html', 'notes.qqq']
  const source = datasetSource((hash) => `/dataset/d/1/files/${hash}`, names.map(item))

  test.each([
    ['README.md', ['markdown', 'text']],
    ['cast.csv', ['csv', 'text']],
    ['page.html', ['text']],
    ['notes.qqq', ['text']],
  ])('%s is shown by %j, which need its bytes only', async (name, ids) => {
    const { components } = await source.components(`casts/${name}`)
    expect(components.map(({ id }) => id)).toEqual(ids)
  })

  test('are read where they are shown, and downloaded where they are taken', () => {
    expect(source.data('casts/README.md').address).toBe('/dataset/d/1/files/casts/README.md?preview')
    expect(source.downloadOf('casts/README.md')).toBe('/dataset/d/1/files/casts/README.md')
  })
})
