import { expect, test } from 'vitest'
import { TemplateDefinition } from '#contract/publications/template.ts'
import { readRecord } from './record.ts'

const definition = TemplateDefinition.parse({
  resourceType: 'dataset',
  name: { zh: '数据集', en: 'Dataset' },
  groups: [
    {
      title: { zh: '基本信息', en: 'Basics' },
      fields: [
        { key: 'title', language: 'en' },
        { key: 'subjects', multiply: '0:*' },
      ],
    },
  ],
})

test.each([
  ['地球科学', '170'],
  ['Earth science', '170'],
  ['湖沼学', '1705540'],
  ['Limnology', '1705540'],
  ['1705540', '1705540'],
  ['心理语言学', '74030'],
  ['Psycholinguistics', '74030'],
  ['alchemy', 'alchemy'],
])('the discipline %s of a record is %s', (name, code) => {
  expect(readRecord('dataset', definition, { subject: [name] })?.fields.subjects).toEqual([code])
})
