import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture, PICTURES_WAITING } from './draw.ts'

const pictureOf = async (side: number) => {
  const create = { width: side, height: side, channels: 3, background: '#888' } as const
  return `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`
}
const SIZE = { width: 10, height: 10 }

test('one person has so many pictures waiting, and holds up nobody else', async () => {
  const picture = await pictureOf(100)
  const mine = Array.from({ length: PICTURES_WAITING.each + 1 }, () =>
    drawPicture(picture, { ...SIZE, personId: 'one' }),
  )
  const other = drawPicture(picture, { ...SIZE, personId: 'another' })
  const answers = await Promise.allSettled(mine)
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { refusal: 'tooManyRequests' } },
  ])
  await other
  await drawPicture(picture, { ...SIZE, personId: 'one' })
})

test('the line is not endless', async () => {
  const picture = await pictureOf(100)
  const all = Array.from({ length: PICTURES_WAITING.all + 1 }, (_, i) =>
    drawPicture(picture, { ...SIZE, personId: `person ${i}` }),
  )
  const answers = await Promise.allSettled(all)
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { refusal: 'busy' } }])
})

test('a picture of more pixels than any page sends is refused before it is unpacked', async () => {
  await expect(drawPicture(await pictureOf(2100), { ...SIZE, personId: 'one' })).rejects.toMatchObject({
    refusal: 'imageInvalid',
  })
})
