import { CAPTCHA_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { registration } from '#contract/registration.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import { sha256 } from '#server/storage/seal.ts'
import { captchaImage, drawAnswer, drawSum, plainAnswer } from './captcha.ts'
import type { Ask, RegistrationNeeds } from './needs.ts'

type Captcha = { captchaId: string; verificationCode: string }

/** An image or a sum for callers without an account. */
export async function makeCaptcha(
  { store, now, newId, draw }: Pick<RegistrationNeeds, 'store' | 'now' | 'newId' | 'draw'>,
  { kind }: ParsedOf<typeof registration.captcha>,
  { language }: Ask,
) {
  const id = newId()
  const { a, b } = drawSum(draw)
  const answer = kind === 'image' ? drawAnswer(draw) : String(a + b)
  const expires_at = new Date(now().getTime() + CAPTCHA_MS)
  await store.insertCaptcha({ id, answer: sha256(`${id} ${answer}`), expires_at })
  const question = kind === 'words' ? textOf(language, 'registration.sum', { a, b }) : ''
  const image = kind === 'image' ? await captchaImage(answer, draw) : ''
  return { captchaId: id, image, question, validSeconds: CAPTCHA_MS / 1000 }
}

/** Checks an answer and uses the image up. Throws captchaWrong. */
export async function checkCaptcha(
  { store, now }: Pick<RegistrationNeeds, 'store' | 'now'>,
  { captchaId, verificationCode }: Captcha,
): Promise<void> {
  const row = await store.takeCaptcha(captchaId)
  const isRight =
    row && row.expires_at > now() && row.answer.equals(sha256(`${captchaId} ${plainAnswer(verificationCode)}`))
  if (!isRight) throw new Failure('captchaWrong')
}
