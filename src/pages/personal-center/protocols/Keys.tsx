import { AccessTokens } from './AccessTokens.tsx'
import { AppPasswords } from './AppPasswords.tsx'
import { Consents } from './Consents.tsx'
import { SshKeys } from './SshKeys.tsx'

/** App passwords, public keys and access tokens, for devices and programs; applications that may act for the person. */
export function Keys() {
  return (
    <>
      <AppPasswords />
      <SshKeys />
      <AccessTokens />
      <Consents />
    </>
  )
}
