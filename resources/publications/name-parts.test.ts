import { expect, test } from 'vitest'
import { nameParts } from './name-parts.ts'

test.each([
  ['a Chinese name', '林知夏', '林', '知夏'],
  ['one of two characters', '张伟', '张', '伟'],
  ['one whose family name has two', '欧阳明月', '欧阳', '明月'],
  ['one of two characters that would be such a family name', '东方', '东', '方'],
  ['a name of several words', 'Ngozi Adaeze  Okafor', 'Okafor', 'Ngozi Adaeze'],
  ['one that is turned round', 'van der Berg, Anna', 'van der Berg', 'Anna'],
  ['a single word', 'Plato', '', ''],
  ['no name', '', '', ''],
])('the parts of %s are proposed', (_what, name, family, given) => {
  expect(nameParts(name)).toEqual({ family, given })
})
