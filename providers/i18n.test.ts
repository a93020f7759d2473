import i18next from 'i18next'
import { expect, test } from 'vitest'
import { speak } from './i18n.ts'

test('a name of Latin letters stands apart from the Chinese around it', async () => {
  const texts = { asked: '{{person}}申请加入“{{space}}”，第{{count, number}}次' }
  const { t } = (await speak('zh', texts, i18next.createInstance())) as unknown as {
    t: (key: string, values: object) => string
  }
  const said = (person: string) => t('asked', { person, space: 'Lake <1>', count: 1200 })
  expect(said('Wei Lin')).toBe('Wei Lin 申请加入“Lake <1>”，第 1,200 次')
  expect(said('林蔚')).toBe('林蔚申请加入“Lake <1>”，第 1,200 次')
})
