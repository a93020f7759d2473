import { CardPage } from '../CardPage.tsx'
import { LoginForm } from '../LoginForm.tsx'
import type { PageProps } from '../page.ts'

export default function LoginPage({ data, search }: PageProps) {
  return (
    <CardPage data={data}>
      <LoginForm data={data} search={search} />
    </CardPage>
  )
}
