/** What inline styles can not say: the dark theme, and less margin on phones. A client without it shows the light one. */
export const mailStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inner{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){.ground{background:#15191e!important}
.paper{background:#1e242b!important;color:#eef1f4!important;border-color:#3c4753!important}
.muted{color:#b4bec8!important}.accent{color:#ff6b1a!important}.line{border-color:#3c4753!important}}`;
