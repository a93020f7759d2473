import { AccessTokens } from './AccessTokens.tsx'
import { AppPasswords } from './AppPasswords.tsx'

/** What devices and programs come in with instead of the person. */
export function Keys() {
  return (
    <>
      <AppPasswords />
      <AccessTokens />
    </>
  )
}
