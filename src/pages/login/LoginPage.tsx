import type { PageData } from '#contract/page.ts'
import { Frame } from '../Frame.tsx'
import { LoginForm } from '../LoginForm.tsx'

export function LoginPage({ data }: { data: PageData }) {
  return (
    <Frame data={data}>
      <main id="main" className="login-main">
        <LoginForm />
      </main>
    </Frame>
  )
}
