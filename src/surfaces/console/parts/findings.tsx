import type { Finding } from "../answers.ts";
import { CodeLink } from "./bits.tsx";

export function FindingList({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <ul class="findings">
      {findings.map(({ code, severity, message, line, column, path, help }) => (
        <li key={`${code} ${path} ${line} ${column} ${message}`} class={severity}>
          <p>
            <span class="severity">{severity}</span> <CodeLink code={code} /> {message}
            {line !== null && (
              <span class="quiet-text">
                {" "}
                {line}:{column}
              </span>
            )}
          </p>
          {help !== null && <p class="help-text">{help}</p>}
        </li>
      ))}
    </ul>
  );
}
