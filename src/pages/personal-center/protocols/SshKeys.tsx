import { account } from '#contract/account.ts'
import { call } from '#providers/call.ts'
import { useSshKeys } from '../queries.ts'
import { KeySection } from './KeySection.tsx'
import { SpaceReached } from './SpaceReached.tsx'
import { SshKeyForm } from './SshKeyForm.tsx'

/** One's public keys, which open SFTP without a password. */
export function SshKeys() {
  return (
    <KeySection
      kind="sshKeys"
      query={useSshKeys()}
      tagsOf={({ type }) => [type]}
      aboutOf={({ fingerprint, space }) => (
        <>
          <code>{fingerprint}</code> · <SpaceReached space={space} />
        </>
      )}
      remove={(id) => call(account.removeSshKey, { id }, { quiet: true })}
      form={SshKeyForm}
    />
  )
}
