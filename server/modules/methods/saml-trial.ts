import { createPrivateKey, type X509Certificate } from 'node:crypto'
import type { TestStep } from '#contract/methods.ts'
import type { Language } from '#server/http/context.ts'
import { MethodError, type Setup } from './adapter.ts'
import type { Advice } from './advice.ts'
import { certificatesOf, datesOf, describeCertificate } from './certificates.ts'
import { ask, demandOk, placeOf } from './net.ts'
import { entityIdOf, requestOf, signingOf } from './saml-client.ts'
import { type Trial, tryOut } from './trial.ts'

function readCertificates(pem: string): X509Certificate[] {
  try {
    return certificatesOf(pem)
  } catch (error) {
    throw new MethodError((error as Error).message, 'certificateWrong', error)
  }
}

/** An expired certificate is an error only if there is no valid one; during a key change a provider has two. */
function adviceOf(all: readonly X509Certificate[]): Advice | undefined {
  const dates = all.map((one) => datesOf(one))
  if (dates.every((one) => one === 'expired'))
    throw new MethodError(all.map(describeCertificate).join(' | '), 'certificateExpired')
  return dates.includes('expired') || dates.includes('soon') ? 'certificateExpiresSoon' : undefined
}

const tryCertificates = (trial: Trial, pem: string) =>
  trial.run('certificate', 'idpCertificate', (say) => {
    const all = readCertificates(pem)
    say(all.map(describeCertificate).join(' | '), adviceOf(all))
    return all
  })

const trySigning = (trial: Trial, setup: Setup<'saml'>) =>
  trial.run('signingKey', 'privateKey', (say) => {
    const { privateKey = '', publicCert } = signingOf(setup)
    try {
      const key = createPrivateKey(privateKey)
      const certificate = publicCert ? readCertificates(publicCert).map(describeCertificate).join() : '-'
      say(`${key.asymmetricKeyType}; ${certificate}`)
      return key
    } catch (error) {
      throw new MethodError((error as Error).message, 'privateKeyWrong', error)
    }
  })

/** Tests every step of a sign-in that needs no person. */
export function trySaml(setup: Setup<'saml'>, language: Language): Promise<{ steps: TestStep[]; person: null }> {
  return tryOut(language, async (trial) => {
    const { config, secrets, callbackUrl } = setup
    const certificates = await tryCertificates(trial, config.idpCertificate)
    const isSigned = !secrets.privateKey || (await trySigning(trial, setup)) !== null
    if (certificates && isSigned)
      await trial.run('entryPoint', placeOf(config.entryPoint), async (say) => {
        const { url } = await requestOf(setup, 'test')
        const answer = await ask(url, trial)
        if (answer.status >= 500 || answer.status === 404) demandOk(answer)
        say(`HTTP ${answer.status}`, answer.status >= 400 ? 'serviceUnregistered' : undefined)
        return answer
      })
    trial.tell('register', 'AssertionConsumerService', callbackUrl)
    trial.tell('register', 'entityID', entityIdOf(setup))
    return null
  })
}
