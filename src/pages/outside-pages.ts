/** The steps after signing in elsewhere share most of their parts: they come as one script. */
export { default as BindPage } from './bind/BindPage.tsx'
export { default as ChatAppPage } from './chat-app/ChatAppPage.tsx'
export { default as CompletePage } from './complete/CompletePage.tsx'
