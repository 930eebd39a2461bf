/** Shows the audit of a skill. */
import type { Audit } from "../answers.ts";
import { CodeLink } from "./bits.tsx";

type Audited = Audit["skills"][number];

const KINDS = [
  ["tools", "Tools"],
  ["shell", "Commands in the skill's text"],
  ["hosts", "Addresses"],
  ["hooks", "Hooks"],
  ["secrets", "Secrets"],
  ["outside", "Paths outside the skill"],
  ["binaries", "Binaries"],
] as const;

export function CapabilitiesView({ capabilities, findings }: Pick<Audited, "capabilities" | "findings">) {
  const kinds = KINDS.filter(([key]) => capabilities[key].length > 0);
  const nothing = kinds.length === 0 && capabilities.scripts.length === 0 && findings.length === 0;
  return (
    <>
      {nothing && <p class="quiet-text">No scripts, network access or secrets.</p>}
      <dl class="facts">
        {kinds.map(([key, title]) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>
              {capabilities[key].map((each) => (
                <code key={each} class="word">
                  {each}
                </code>
              ))}
            </dd>
          </div>
        ))}
        {capabilities.scripts.length > 0 && (
          <div>
            <dt>Scripts</dt>
            <dd>
              {capabilities.scripts.map(({ path, language }) => (
                <code key={path} class="word">
                  {path} ({language})
                </code>
              ))}
            </dd>
          </div>
        )}
      </dl>
      <AuditFindings findings={findings} />
    </>
  );
}

function AuditFindings({ findings }: Pick<Audited, "findings">) {
  return (
    <ul class="findings">
      {findings.map(({ code, severity, message, path, line, evidence, why }) => (
        <li key={`${code} ${path} ${line} ${message}`} class={`audit-${severity}`}>
          <p>
            <span class="severity">{severity}</span> <CodeLink code={code} /> {message}{" "}
            {path !== undefined && (
              <span class="path">
                {path}
                {line !== undefined && `:${line}`}
              </span>
            )}
          </p>
          {evidence !== undefined && <pre>{evidence}</pre>}
          {why !== undefined && <p class="help-text">{why}</p>}
        </li>
      ))}
    </ul>
  );
}
