import { AccessTokens } from './AccessTokens.tsx'
import { AppPasswords } from './AppPasswords.tsx'

/** App passwords and access tokens, for devices and programs. */
export function Keys() {
  return (
    <>
      <AppPasswords />
      <AccessTokens />
    </>
  )
}
