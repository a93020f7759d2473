import { AccessTokens } from './AccessTokens.tsx'
import { AppPasswords } from './AppPasswords.tsx'
import { SshKeys } from './SshKeys.tsx'

/** App passwords, public keys and access tokens, for devices and programs. */
export function Keys() {
  return (
    <>
      <AppPasswords />
      <SshKeys />
      <AccessTokens />
    </>
  )
}
