import { expect, test } from 'vitest'
import { openS3 } from './s3.ts'

const drive = {
  kind: 's3' as const,
  server: 'https://s3.example/',
  user: 'me',
  secret: 'x',
  bucket: 'lake',
  region: '',
}

/** A store that answers every request with this list. */
function storing(inside: string) {
  async function* body() {
    yield Buffer.from(`<?xml version="1.0"?><ListBucketResult>${inside}</ListBucketResult>`)
  }
  const ask = async (address: string | URL) => ({
    status: 200,
    headers: {},
    url: new URL(address),
    body: body(),
    discard: () => undefined,
  })
  return openS3(drive, { ask })
}
const { signal } = new AbortController()

test('names are taken as they are where a store did not code them, though it was asked to', async () => {
  const { list } = await storing('<Contents><Key>50%.csv</Key><Size>3</Size></Contents>').look('', undefined, signal)
  expect(list).toMatchObject([{ id: '50%.csv', name: '50%.csv', size: 3 }])
})
