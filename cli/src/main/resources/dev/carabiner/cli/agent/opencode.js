// Written by 'carabiner install'. OpenCode asks Carabiner before each tool call; what is not allowed throws, and is not run.
import { spawn } from "node:child_process"

const guard = "@GUARD@"

function asked(event) {
  return new Promise((resolve, reject) => {
    const asking = spawn(guard, ["opencode", "before", "tool.execute.before"], { stdio: ["pipe", "pipe", "ignore"] })
    let said = ""
    asking.stdout.setEncoding("utf8")
    asking.stdout.on("data", (piece) => { said += piece })
    asking.stdin.on("error", () => {}) // it has answered without reading
    asking.on("error", reject)
    asking.on("close", () => resolve(said))
    asking.stdin.end(JSON.stringify(event))
  })
}

export const Carabiner = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    let answer
    try {
      answer = JSON.parse(await asked({
        tool: input.tool, sessionID: input.sessionID, callID: input.callID, args: output.args, cwd: directory }))
    } catch (error) {
      throw new Error(`Carabiner: ${guard} gave no answer: ${error.message}`)
    }
    if (!answer || answer.allow !== true) throw new Error((answer && answer.reason) || "Carabiner: denied")
    if (answer.args) { // in the very object that the tool is called with
      for (const name of Object.keys(output.args)) delete output.args[name]
      Object.assign(output.args, answer.args)
    }
  },
})
