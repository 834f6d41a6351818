// Turns web pages into PDF with openhtmltopdf; the argument names a JSON file of jobs.

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.openhtmltopdf.pdfboxout.PdfRendererBuilder;
import java.io.File;
import java.io.FileOutputStream;
import java.io.FileReader;

public class WithOpenHtmlToPdf {
  public static void main(String[] arguments) throws Exception {
    java.util.logging.LogManager.getLogManager().reset();
    try (FileReader reader = new FileReader(arguments[0])) {
      for (JsonElement each : JsonParser.parseReader(reader).getAsJsonArray()) {
        JsonObject job = each.getAsJsonObject();
        try (FileOutputStream out = new FileOutputStream(job.get("out").getAsString())) {
          PdfRendererBuilder builder = new PdfRendererBuilder();
          String family = job.get("family").getAsString();
          builder.useFont(new File(job.get("regular").getAsString()), family);
          builder.useFont(new File(job.get("bold").getAsString()), family, 700, com.openhtmltopdf.outputdevice.helper.BaseRendererBuilder.FontStyle.NORMAL, true);
          builder.withHtmlContent(job.get("html").getAsString(), null);
          builder.toStream(out);
          builder.run();
        }
      }
    }
  }
}
