/** Shows the page of a diagnostic code. */
import type { CodePage } from "../answers.ts";
import { getJson } from "../ask.ts";
import { RequestResult } from "../parts/bits.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { useRequest } from "../use-asked.ts";

export function CodeView({ code }: { code: string }) {
  const asked = useRequest((signal) => getJson<CodePage>(`/api/codes/${encodeURIComponent(code)}`, {}, signal), [code]);
  return (
    <div class="view column">
      <h1>{code}</h1>
      <RequestResult asked={asked}>
        {({ page, severity, slug }) => (
          <>
            <p class="quiet-text">
              {severity} · {slug}
            </p>
            <Markdown text={page.replace(/^# .*\n/, "")} />
          </>
        )}
      </RequestResult>
    </div>
  );
}
