/** Registration and password recovery share most of their parts: they come as one script. */
export { default as ResetMailPage } from './recover/ResetMailPage.tsx'
export { default as ResetPage } from './recover/ResetPage.tsx'
export { default as RetrievePage } from './recover/RetrievePage.tsx'
export { default as ActivationPage } from './register/ActivationPage.tsx'
export { default as MailboxPage } from './register/MailboxPage.tsx'
export { default as RegisterPage } from './register/RegisterPage.tsx'
