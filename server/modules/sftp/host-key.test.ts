import ssh2 from 'ssh2'
import { expect, test } from 'vitest'
import { freshKey } from './host-key.ts'

test('a key that its own library cannot read is never the key of the host: one in 256 is made so', () => {
  const good = freshKey(ssh2.utils)
  const made = ['malformed', good]
  const generateKeyPairSync = () => ({ private: made.shift() ?? '', public: '' })
  expect(freshKey({ parseKey: ssh2.utils.parseKey, generateKeyPairSync })).toBe(good)
})
